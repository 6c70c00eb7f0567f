// Drives Chromium over its debugging port; `Tests/Browser/run` writes the pages.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [program, folder] = process.argv.slice(2);
const child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu',
  '--remote-debugging-port=0', `--user-data-dir=${folder}/profile`, 'about:blank']);
const wait = time => new Promise(done => setTimeout(done, time));
let failures = 0;
const check = (what, holds) => {
  if (holds) return;
  failures += 1;
  console.log(`browser: ${what}`);
};

const port = await new Promise(done => {
  let said = '';
  const skip = setTimeout(() => {
    console.log('browser: skipped, because Chromium does not start here');
    child.kill();
    process.exit(0);
  }, 60_000);
  child.stderr.on('data', data => {
    said += data;
    const found = /127\.0\.0\.1:(\d+)\/devtools/.exec(said);
    if (!found) return;
    clearTimeout(skip);
    done(found[1]);
  });
});
let page;
for (let tries = 0; tries < 100 && !page; tries++) {
  const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  page = targets.find(target => target.type === 'page');
  if (!page) await wait(200);
}
const socket = new WebSocket(page.webSocketDebuggerUrl);
await new Promise(done => { socket.onopen = done; });
let number = 0, complaints = [], loaded = () => {};
const waiting = new Map();
socket.onmessage = message => {
  const { id, method, params, result } = JSON.parse(message.data);
  if (id) waiting.get(id)(result);
  if (method === 'Page.loadEventFired') loaded();
  if (method === 'Page.javascriptDialogOpening') complaints.push('a dialog opens');
  if (method === 'Log.entryAdded') complaints.push(params.entry.text);
  if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.text);
};
const send = (method, params = {}) => new Promise(done => {
  waiting.set(++number, done);
  socket.send(JSON.stringify({ id: number, method, params }));
});
const ask = async expression =>
  (await send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
const open = async (name, place = '', width = 1440) => {
  await send('Emulation.setDeviceMetricsOverride',
    { width, height: 800, deviceScaleFactor: 1, mobile: false });
  for (const url of ['about:blank', `file://${folder}/${name}.html${place}`]) {
    complaints = [];
    const done = new Promise(found => { loaded = found; });
    await send('Page.navigate', { url });
    await done;
  }
};
const key = async (name, text) => {
  for (const type of ['keyDown', 'keyUp']) {
    await send('Input.dispatchKeyEvent', { type, key: name, code: name === ' ' ? 'Space' : name,
      windowsVirtualKeyCode: { ' ': 32, ArrowRight: 39, End: 35, Home: 36, ArrowDown: 40, e: 69 }[name],
      text: type === 'keyDown' ? text : undefined });
  }
};
for (const domain of ['Page', 'Runtime', 'Log']) await send(domain + '.enable');
const heading = "document.querySelector('#moment h2')?.textContent ?? ''";
const current = "document.querySelector('[aria-current]')?.textContent ?? ''";

await open('failing');
check('the page does not open at the failed check', /failed/i.test(await ask("document.querySelector('#moment header').textContent")));
check('the tag that failed is not open', await ask("document.querySelector('#moment .tag[open] .rule') !== null"));
const count = await ask("document.getElementById('range').max * 1");
await ask("document.getElementById('range').focus()");
await key('Home');
check('Home does not show the whole run', await ask("!document.querySelector('.whole').hidden"));
await key('ArrowRight');
check('an arrow does not go to event 1', (await ask(heading)).startsWith('#1 '));
check('the slider does not say where it is', (await ask("document.getElementById('range').ariaValueText")).startsWith('#1 '));
await key('e', 'e');
check('e does not find what needs a look', Number((await ask(heading)).slice(1).split(' ')[0]) > 1);
await key('End');
check('End does not go to the last event', (await ask(heading)).startsWith(`#${count} `));
await key('Home');
await key(' ', ' ');
check('Space does not take a step', await ask("!document.getElementById('moment').hidden || document.getElementById('step').textContent === 'Show the answer'"));
await ask("document.querySelector('.list [aria-current]').focus()");
await key('ArrowDown');
check('the list does not follow its keys', (await ask(heading)).startsWith('#') && (await ask(current)).length > 0);
// It is written when a scrub ends, which a busy machine sees later.
let follows = false;
for (let tries = 0; tries < 50 && !follows; tries++) {
  await wait(200);
  follows = await ask("location.hash.startsWith('#event=')");
}
check('the address does not follow', follows);
const ids = await ask("[...document.querySelectorAll('[id]')].map(x => x.id)");
check('an id is twice', new Set(ids).size === ids.length);
check('a button has no name', await ask("[...document.querySelectorAll('button')].every(x => x.textContent.trim() || x.ariaLabel)"));
const tree = (await send('Accessibility.getFullAXTree')).nodes.map(node => node.role?.value);
for (const role of ['slider', 'heading', 'list', 'navigation', 'main', 'status']) {
  check(`the accessibility tree has no ${role}`, tree.includes(role));
}
check(`messages: ${complaints}`, complaints.length === 0);

for (const width of [320, 360, 768, 1280, 2560]) {
  await open('failing', '', width);
  const wide = await ask(`document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')].filter(x => x.getBoundingClientRect().right > innerWidth)
      .map(x => x.tagName + '.' + x.className).slice(0, 5)`);
  check(`it scrolls sideways at ${width} px: ${wide}`, wide.length === 0);
}
for (const name of ['why-not', 'played-song', 'hostile']) {
  await open(name);
  const last = await ask("document.getElementById('range').max * 1");
  for (let event = 1; event <= last; event++) {
    await ask(`{ const r = document.getElementById('range'); r.value = ${event}; r.oninput();
      for (const tag of document.querySelectorAll('.tag, .many')) tag.fill(tag.open = true); }`);
  }
  check(`${name} has messages: ${complaints}`, complaints.length === 0);
  check(`${name} has foreign markup`, await ask("document.querySelector('img, iframe, object, script[src], [onclick], [style*=expression]') === null"));
  check(`${name} has a foreign script`, await ask("document.querySelectorAll('script:not([type])').length === 1"));
}
await open('long', '#event=4000');
check('5,000 events do not open at their address', (await ask(heading)).startsWith('#4000 '));
check('the strip is too long', await ask("document.querySelectorAll('.marks > *').length <= 201"));
const steps = await ask(`(() => { const times = [], r = document.getElementById('range');
  for (let step = 0; step < 40; step++) { const begun = performance.now(); r.value = 1000 + step * 9;
    r.oninput(); document.body.offsetHeight; times.push(performance.now() - begun); }
  return times.sort((a, b) => a - b)[20]; })()`);
console.log(`browser: a step in 5,000 events takes ${steps.toFixed(1)} ms`);

await open('failing');
const paper = await send('Page.printToPDF');
check('paper is empty', paper.data?.length > 10_000);
await send('Emulation.setScriptExecutionDisabled', { value: true });
await open('failing', '', 360);
const text = readFileSync(`${folder}/failing.html`, 'utf8');
const { root } = await send('DOM.getDocument', { depth: 0 });
const plain = await send('DOM.querySelector', { nodeId: root.nodeId, selector: '.plain:not([hidden]) .rule' });
check('nothing is explained without a script', plain.nodeId > 0 && text.includes('checks failed'));
console.log(`browser: ${failures === 0 ? 'all pages are as they should be' : `${failures} failures`}`);
child.kill();
process.exit(failures ? 1 : 0);
