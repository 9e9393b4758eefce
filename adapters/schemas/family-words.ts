/** What a pattern of the schemas looks like, and what it accepts, in Portuguese. */
export type Words = readonly [RegExp, (...parts: string[]) => string];

/** What the faults in documents of one family are told with. */
export type FamilyWords = {
  namespace: string;
  /** Elements that are signed: a field is named by its place below the nearest. */
  signed: ReadonlySet<string>;
  /** Elements that may repeat: their places are counted. */
  repeated: ReadonlySet<string>;
  /** Elements of which the layout wants one. */
  choices: readonly (readonly string[])[];
  /** Which field of the API fills which field of the XML. */
  apiFields: ReadonlyMap<string, string>;
  /** Groups that the table of fields knows by one name, whichever of them carries the field. */
  variants: readonly (readonly [RegExp, string])[];
  /** What the family's own patterns accept. */
  forms: readonly Words[];
};
