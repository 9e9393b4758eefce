/** A document that is not what the national system generates; the words are a clause in Portuguese. */
export class NfseUnreadable extends Error {
  readonly code = 'NfseUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'NfseUnreadable';
  }
}
