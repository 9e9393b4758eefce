/** An answer whose headers, hints or framing are too large to be read to the end. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer is too large');
    this.name = 'AnswerTooLarge';
  }
}
