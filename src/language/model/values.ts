/** The type of a variable. Values: string → string, int/double → number, bool → boolean. */
export type VarType = 'string' | 'int' | 'double' | 'bool';

/** A value of a variable or an expression. */
export type Value = string | number | boolean;
