/** Why a file of the past is refused. These codes are stable: programs read them in the answer and in the CSV of refused files. */
export type PastRefusalCode =
  | 'not_xml'
  | 'too_large'
  | 'not_registered'
  | 'summary'
  | 'other_document'
  | 'unreadable'
  | 'wrong_key'
  | 'wrong_signature'
  | 'wrong_digest'
  | 'other_company'
  | 'damaged_zip';

/** A file of the past is refused; the message is a sentence in Portuguese for the person who imports. */
export class PastRefused extends Error {
  readonly code: PastRefusalCode;

  constructor(code: PastRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PastRefused';
    this.code = code;
  }
}
