import GRDB

/// The tables of the store. A change of them is a further migration under a name of its own; those
/// that were shipped stay as they are.
///
/// The two views are for people: times are UTC, and texts stay JSON, so that no data of a hit
/// reaches a terminal as a command.
enum StoreSchema {
  /// "tags", by which the store knows its own files.
  static let applicationID: UInt32 = 0x7461_6773

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("hits, containers, lasting values") { database in
      try database.execute(sql: first)
    }
    return migrator
  }

  private static let first = """
    CREATE TABLE hit (
      id INTEGER PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL,
      tries INTEGER NOT NULL, firstTried INTEGER, lastTried INTEGER, checksum INTEGER NOT NULL);
    CREATE TABLE container (
      place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, refreshed INTEGER NOT NULL,
      bytes BLOB NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE lastingKey (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER NOT NULL,
      checksum INTEGER NOT NULL);
    CREATE TABLE clickReferrer (
      place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, referrer TEXT NOT NULL,
      checksum INTEGER NOT NULL);
    CREATE TABLE unrepeatableID (
      place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum INTEGER NOT NULL);
    CREATE TABLE phone (
      id INTEGER PRIMARY KEY CHECK (id = 1), clientID TEXT NOT NULL, isOptedOut INTEGER NOT NULL,
      nextHitID INTEGER NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE firebase (
      id INTEGER PRIMARY KEY CHECK (id = 1), memory TEXT NOT NULL, checksum INTEGER NOT NULL);
    CREATE TABLE quarantine (id INTEGER PRIMARY KEY, source TEXT NOT NULL, content TEXT);
    CREATE VIEW waiting AS
      SELECT id, queue, datetime(created / 1000.0, 'unixepoch') AS made,
        json_remove(body, '$.tag', '$.tracker', '$.added') AS hit,
        body -> '$.tag' AS tag, tries,
        datetime(lastTried / 1000.0, 'unixepoch') AS tried
      FROM hit ORDER BY id;
    CREATE VIEW saved AS
      SELECT name, datetime(refreshed / 1000.0, 'unixepoch') AS fetched, length(bytes) AS size
      FROM container ORDER BY place;
    """
}
