/** Data of a type as far as it could be read: any part of it may be missing. */
export type Readable<Whole> = Whole extends readonly (infer Item)[]
  ? (Readable<Item> | undefined)[]
  : Whole extends object
    ? { [Key in keyof Whole]?: Readable<Whole[Key]> | undefined }
    : Whole;
