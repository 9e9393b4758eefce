/** What came back is not an answer of the SEFIN's layout: nothing may be concluded from it, ask again. */
export class AnswerUnreadable extends Error {
  readonly code = 'AnswerUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(`A resposta da SEFIN Nacional não pôde ser lida: ${why}`, options);
    this.name = 'AnswerUnreadable';
  }
}
