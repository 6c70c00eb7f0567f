import GRDB

/// The tables of the store. A change of them is a further migration under a name of its own; those
/// that were shipped stay as they are.
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
    CREATE INDEX hitByQueue ON hit (queue, id);
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
    CREATE TABLE quarantine (id INTEGER PRIMARY KEY, source TEXT NOT NULL, content TEXT);
    """
}
