// The words for what happened, and the filters of rows, are a part of the engine for whoever uses
// it; they are a target of their own so that the panes need not wait for the engine.
@_exported public import TagWords
