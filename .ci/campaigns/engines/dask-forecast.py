"""Plays the parts of a forecast on the workers of Dask, and adds them.

    python3 dask-forecast.py PARTS OUTPUT SCHEDULER tagsim forecast OLD NEW SCENARIO... --phones N

SCHEDULER is the address of a scheduler, or 'local' for two workers here. The files have to lie at
the same place on all of them.
"""

import os
import subprocess
import sys
import tempfile

from dask.distributed import Client, LocalCluster


def play(command, shard, count):
    """One part, as the bytes of its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "part.json")
        part = ["--shard", f"{shard}/{count}", "-o", path, "--workers", "1"]
        done = subprocess.run(command + part, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise RuntimeError(f"part {shard}: " + done.stderr.decode(errors="replace"))
        with open(path, "rb") as file:
            return file.read()


def main():
    count, output, scheduler, *command = sys.argv[1:]
    count = int(count)
    if scheduler == "local":
        address = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    else:
        address = scheduler
    with Client(address) as client, tempfile.TemporaryDirectory() as folder:
        shards = list(range(1, count + 1))
        futures = [client.submit(play, command, shard, count, pure=False) for shard in shards]
        paths = []
        for shard, part in zip(shards, client.gather(futures)):
            paths.append(os.path.join(folder, f"part{shard}.json"))
            with open(paths[-1], "wb") as file:
                file.write(part)
        subprocess.run([command[0], "forecast", "merge", *paths, "-o", output], check=True)


if __name__ == "__main__":
    main()
