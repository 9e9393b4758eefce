import { v7 as uuid } from 'uuid';
import type { EntityManager } from '../../config/orm.ts';
import { parseAccessKey } from '../../domain/access-key.ts';
import type { Mend } from '../../domain/conversation/progress.ts';
import type { Count } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { taxIdRoot } from '../../domain/tax-id.ts';
import type { Signer } from '../../domain/xml/signature.ts';
import type { Hold } from '../conversation/matter.ts';
import { MendNeeded } from '../wait-for-mend.ts';
import type { DocumentIdentity, UnnumberedDocument } from '../note/draft.ts';

const restored = 'O banco de dados foi restaurado de um momento anterior, e esta venda pode já ter uma nota';

/** The wait of a sale while the authorities are asked about all numbers that may have been used. */
export const askingAfterRestore: Mend = {
  kind: 'mend',
  reason: `${restored}: o Lavra consulta a autoridade antes de emitir. Veja "lavra restored show".`,
  waitKind: 'OURS',
};

/** The wait of a sale while somebody has to decide whose the notes are that were found. */
export const undecidedAfterRestore: Mend = {
  kind: 'mend',
  reason: `${restored}: há notas na autoridade que este banco não conhece. Veja e decida com "lavra restored show".`,
  waitKind: 'OURS',
};

/** Hold of a note that would be sent again: questions about it go on, but nothing is sent until the restore is over. */
export const notSentAfterRestore: Hold = {
  do: 'hold',
  held: {
    kind: 'held',
    reason: `${restored}: não é enviada de novo antes que isso se resolva. Veja "lavra restored show".`,
    waitKind: 'OURS',
    untilMs: null,
  },
};

/** Fault of a call that is written down here for a message of before the restore. */
const foundByNumber = 'restored: sent before, and found by its number';

type Sale = {
  document: Document;
  taxId: string;
  model: Count;
  draft: UnnumberedDocument;
  issuing: Omit<DocumentIdentity, 'number' | 'cNF'>;
  signer: Signer;
};

type UndecidedNote = { id: string; number: number; accessKey: string | null; digestValue: string | null };

/**
 * Finds the note of a sale among those that the authority has and a restored database does not. Sale, number and cNF give the same bytes as before,
 * so that the note is built and signed again, and compared by the digest that the authority keeps. The message that was sent is written down as a
 * call, so that the conversation begins with the question what became of it.
 *
 * @returns null where every note has been found to be another's
 * @throws MendNeeded while there are notes of which nobody knows whose they are
 */
export async function matchedNote(
  em: EntityManager,
  { document, taxId, model, draft, issuing, signer }: Sale,
  { id: restoration }: { id: string },
): Promise<{ number: number; cNF: string | null } | null> {
  const { company, environment } = document;
  const undecided = await em.execute<UndecidedNote[]>(
    `select id, number, access_key as "accessKey", digest_value as "digestValue" from found_note
     where restoration_id = ? and company_id = ? and environment = ? and model = ? and decision is null
     order by series <> ?, number for update`,
    [restoration, company, environment, model, issuing.series],
  );
  for (const { id, number, accessKey, digestValue } of undecided) {
    if (accessKey === null || digestValue === null) continue;
    const cNF = model === 'NFSE' ? null : parseAccessKey(accessKey).cNF;
    const built = draft.build({ ...issuing, number, cNF }, signer);
    if (built.digestValue !== digestValue) continue;
    await em.execute(`update found_note set decision = 'MATCHED', document_id = ?, decided_at = now() where id = ?`, [
      document.id,
      id,
    ]);
    await em.execute(
      `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at, ended_at, fault)
       values (?, ?, ?, ?, ?, ?, now(), now(), ?)`,
      [uuid(), company, taxIdRoot(taxId), environment, sentBy[model], built.subject, foundByNumber],
    );
    return { number, cNF };
  }
  if (undecided.length > 0) throw new MendNeeded(undecidedAfterRestore);
  return null;
}

const sentBy: Record<Count, string> = { '55': 'NfeAutorizacao', '65': 'NfeAutorizacao', NFSE: 'NfseEmissao' };
