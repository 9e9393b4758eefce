/** An answer whose headers, hints or framing are so much that it is not read to its end. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer is too large');
    this.name = 'AnswerTooLarge';
  }
}
