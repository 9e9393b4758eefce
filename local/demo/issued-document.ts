import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

/** What the demo reads of a document that it created. */
export const created = z.object({ id: z.string(), status: z.string() });

/** What the demo reads of a document. */
export const document = z.object({
  status: z.string(),
  accessKey: z.string().nullable(),
  number: z.number(),
  protocolNumber: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  nfseNumber: z.string().nullable(),
  verificationCode: z.string().nullable(),
  taxTotals: z.object({ iss: z.string().nullable().optional(), netValue: z.string().nullable().optional() }),
  issuedBy: z.object({ kind: z.string(), name: z.string() }),
});

export type IssuedDocument = z.infer<typeof document>;

/** What the demo reads of a sale while its authority may not answer. */
export const soldDocument = z.object({
  id: z.string(),
  status: z.string(),
  number: z.number(),
  accessKey: z.string().nullable(),
  pdfUrl: z.string().nullable(),
  contingency: z
    .object({
      mode: z.string(),
      since: z.string(),
      transmitBy: z.string().nullable(),
      replaces: z.object({ accessKey: z.string(), number: z.number(), status: z.string() }).nullable(),
    })
    .nullable(),
});
export type SoldDocument = z.infer<typeof soldDocument>;

const pollMs = 100;
const authorizedWithinMs = 60_000;

/** Asks until the tax authority has answered. */
export async function authorizedIn(
  ask: () => Promise<IssuedDocument>,
): Promise<IssuedDocument & { accessKey: string }> {
  const deadline = Date.now() + authorizedWithinMs;
  for (;;) {
    const answer = await ask();
    if (answer.status === 'AUTHORIZED' && answer.accessKey) return { ...answer, accessKey: answer.accessKey };
    if (answer.status === 'REJECTED') throw new Error(`a nota foi rejeitada: ${answer.rejectionReason}`);
    if (Date.now() > deadline) throw new Error(`a nota continua ${answer.status} depois de 60 s`);
    await setTimeout(pollMs);
  }
}
