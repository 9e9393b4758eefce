/** An entry of a lot of which nothing can be told but its bytes; `reason` is in Portuguese, without a full stop. It is kept and counted. */
export class UnreadableEntry extends Error {
  readonly code = 'UnreadableEntry';
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'UnreadableEntry';
    this.reason = reason;
  }
}
