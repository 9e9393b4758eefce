/** A field of a client that cannot stay as it is, and in Portuguese how to mend it. */
export type ClientFault = { field: string; message: string };
