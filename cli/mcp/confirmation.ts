import { createHmac, timingSafeEqual } from 'node:crypto';

/** Minutes for which a preview's confirmation is valid. */
export const confirmationMinutes = 15;

const lifeMs = confirmationMinutes * 60_000;
const shape = /^([0-9a-z]+)\.([0-9a-f]{32})$/;

/** What is confirmed: an act on a document in the state in which it was shown. */
export type Confirmed = { act: 'EMIT' | 'CANCEL'; documentId: string; shown: unknown };

export type ConfirmationState = 'VALID' | 'EXPIRED' | 'OF_ANOTHER';

/**
 * Confirmation words, which a preview gives and an act needs: so nothing is issued or cancelled that was not shown in its present state a short while
 * ago. They are derived from the API key: a server that was restarted knows them, and nothing is stored.
 *
 * They are no protection against a holder of the key, who may call the API without them.
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
