// The panes are a part of the monitor for whoever uses it; they are a target of their own, which
// compiles beside the scenario engine.
@_exported public import TagPanes
