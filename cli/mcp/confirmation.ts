import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long somebody may think about what a preview showed. */
export const confirmationMinutes = 15;

const lifeMs = confirmationMinutes * 60_000;
const shape = /^([0-9a-z]+)\.([0-9a-f]{32})$/;

/** What is confirmed: an act upon a document as it stood when it was shown. */
export type Confirmed = { act: 'EMIT' | 'CANCEL'; documentId: string; shown: unknown };

export type ConfirmationState = 'VALID' | 'EXPIRED' | 'OF_ANOTHER';

/**
 * Words that a preview gives and an act asks for, so that nothing is emitted or cancelled that was not shown first, as it is, a short while ago.
 * They follow from the key of the API: a server that was started again knows them, and nothing is kept.
 *
 * They are no wall against who holds the key, which may do the act without them.
 */
export function confirmations(apiKey: string, now: () => number = Date.now) {
  const sealed = ({ act, documentId, shown }: Confirmed, expires: string): string =>
    createHmac('sha256', apiKey)
      .update(JSON.stringify([act, documentId, shown, expires]))
      .digest('hex')
      .slice(0, 32);
  return {
    of(confirmed: Confirmed): string {
      const expires = (now() + lifeMs).toString(36);
      return `${expires}.${sealed(confirmed, expires)}`;
    },
    check(confirmed: Confirmed, confirmation: string): ConfirmationState {
      const [, expires = '', seal = ''] = shape.exec(confirmation) ?? [];
      if (!seal || !timingSafeEqual(Buffer.from(seal), Buffer.from(sealed(confirmed, expires)))) return 'OF_ANOTHER';
      return Number.parseInt(expires, 36) < now() ? 'EXPIRED' : 'VALID';
    },
  };
}

export type Confirmations = ReturnType<typeof confirmations>;
