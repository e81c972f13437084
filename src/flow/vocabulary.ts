/**
 * The closed vocabulary of a compiled flow's machine: the only actions and guards that a flow can name. The compiler
 * emits them, the call core implements each one once (call/vocabulary/).
 */
export interface Action {
  type: string;
  params?: Record<string, unknown>;
}
export interface Guard {
  type: string;
  params?: Record<string, unknown>;
}
