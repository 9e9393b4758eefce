/** Something that cannot be loaded; its message tells the operator why. */
export class BadOrder extends Error {}
