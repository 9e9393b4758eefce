/** What came back is not an answer of the authority's layout: nothing may be concluded from it, ask again. */
export class AnswerUnreadable extends Error {
  readonly code = 'AnswerUnreadable';

  constructor(why: string, options?: ErrorOptions) {
    super(`A resposta da SEFAZ não pôde ser lida: ${why}`, options);
    this.name = 'AnswerUnreadable';
  }
}
