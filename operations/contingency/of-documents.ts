import type { EntityManager } from '../../config/orm.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { Emission } from '../../domain/documents/emission.entity.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import type { ContingencyIssue } from '../../domain/documents/printable.ts';
import { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';

/** What belongs to a document that was issued in contingency, besides its own columns. */
export type Contingency = ContingencyIssue & {
  /** The note that may have reached the authority before. Of several it is the unsettled one, or else the newest. */
  replaced: ReplacedNote | null;
  /** The registered EPEC of this very note, which its DANFE names; an earlier attempt may have had an EPEC for another key. */
  epec: DocumentEvent | null;
};

type Of = Pick<Document, 'id' | 'attempt' | 'accessKey' | 'contingencyMode'>;

/**
 * What belongs to those documents among `documents` that were issued in contingency, by document id. It costs no query where there are none, and
 * three statements at most for any number.
 */
export async function contingenciesOf(
  em: EntityManager,
  documents: readonly Of[],
): Promise<ReadonlyMap<string, Contingency>> {
  const issued = documents.filter(({ contingencyMode }) => contingencyMode);
  if (issued.length === 0) return new Map();
  const ids = issued.map(({ id }) => id);
  const replaced = await em.find(ReplacedNote, { document: { $in: ids } }, { orderBy: { attempt: 'desc' } });
  const signed = await em.find(Emission, { document: { $in: ids } }, { fields: ['document', 'attempt'] });
  const epecs = await epecsOf(em, issued);
  return new Map(
    issued.map(({ id, attempt, accessKey }) => {
      const isOwn = ({ document }: { document?: string | null | undefined }) => document === id;
      const others = replaced.filter(isOwn);
      const epec = epecs.find((event) => isOwn(event) && isAbout(event, accessKey)) ?? null;
      return [
        id,
        {
          replaced: others.find(({ settledAt }) => !settledAt) ?? others[0] ?? null,
          epec,
          isSigned: signed.some((emission) => isOwn(emission) && emission.attempt === attempt),
          isAnnounced: epec !== null,
        },
      ];
    }),
  );
}

/** As `contingenciesOf`, for one document; null where it was not issued in contingency. */
export async function contingencyOf(em: EntityManager, document: Of): Promise<Contingency | null> {
  return (await contingenciesOf(em, [document])).get(document.id) ?? null;
}

function isAbout({ signedXml }: Pick<DocumentEvent, 'signedXml'>, accessKey: string | null = null): boolean {
  return accessKey !== null && Boolean(signedXml?.includes(`<chNFe>${accessKey}</chNFe>`));
}

async function epecsOf(em: EntityManager, documents: readonly Of[]): Promise<DocumentEvent[]> {
  const ids = documents.filter(({ contingencyMode }) => contingencyMode === 'EPEC').map(({ id }) => id);
  if (ids.length === 0) return [];
  // An EPEC without protocol is left out: an answer may say that it is registered and not its protocol, which the DANFE must show.
  const registered = { document: { $in: ids }, type: 'EPEC', status: 'REGISTERED', protocol: { $ne: null } } as const;
  return em.find(DocumentEvent, registered, { populate: ['signedXml'] });
}
