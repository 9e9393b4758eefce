export const schemaTypes = ['RES_NFE', 'PROC_NFE', 'RES_EVENTO', 'PROC_EVENTO', 'NFSE', 'EVENTO_NFSE'] as const;
/** What a received file is: a summary (`RES_`) or the whole of a note or event (spec 2-extended §2.6). */
export type SchemaType = (typeof schemaTypes)[number];

export const noteSchemaTypes = ['RES_NFE', 'PROC_NFE', 'NFSE'] as const satisfies SchemaType[];
export type NoteSchemaType = (typeof noteSchemaTypes)[number];

export type EventSchemaType = Exclude<SchemaType, NoteSchemaType>;

export const roles = ['RECIPIENT', 'TRANSPORTER', 'AUTHORIZED', 'OTHER'] as const;
/** What the company is to a note, the closest first: only its recipient answers for it and pays. */
export type Role = (typeof roles)[number];

export const manifestations = ['CIENCIA', 'CONFIRMADA', 'DESCONHECIDA', 'NAO_REALIZADA'] as const;
/** What the recipient of an NF-e says of it (manifestação do destinatário). */
export type Manifestation = (typeof manifestations)[number];

export const noteStatuses = ['AUTHORIZED', 'DENIED', 'CANCELLED'] as const;
/** State of a received note; each stands above those before it. */
export type NoteStatus = (typeof noteStatuses)[number];
export const receivedStatuses = [...noteStatuses, 'REGISTERED'] as const;
/** State of a received document; an event is `REGISTERED`. */
type ReceivedStatus = (typeof receivedStatuses)[number];

export const signatureStates = ['VALID', 'INVALID', 'ABSENT'] as const;
/** What became of checking the signature of a file that somebody else signed. */
type SignatureState = (typeof signatureStates)[number];

/** The same with, in Portuguese, why a signature does not hold. */
export type SignatureCheck = { state: SignatureState; reason: string | null };

export const distributionSources = ['NFE', 'NFSE'] as const;
/** Who distributes: the Ambiente Nacional of the NF-e, and the ADN of the NFS-e. Their NSUs are not comparable. */
export type DistributionSource = (typeof distributionSources)[number];

export const distributionStatuses = ['ACTIVE', 'FAILING', 'THROTTLED', 'THROTTLED_TWICE', 'PAUSED'] as const;
/**
 * `ACTIVE`: asks hour by hour. `FAILING`: the last question brought no answer, or the service is stopped. `THROTTLED`: the authority wants
 * silence (656), `THROTTLED_TWICE` for the second time in a row: an operator decides. `PAUSED`: something must be mended first, as the
 * certificate.
 */
export type DistributionStatus = (typeof distributionStatuses)[number];

/** The company's word on a document; `PENDING` where it owes one, empty where it owes none, as of a note that its supplier has cancelled. */
const replies = [...manifestations, 'PENDING', ''] as const;

/** Every value that the database can give the column `kind`, and what it stands for. */
const kinds = schemaTypes.flatMap((schemaType) =>
  replies.map((reply) => ({ schemaType, reply, kind: `${schemaType} ${reply}` })),
);

/** What kinds are told apart by. */
export type KindFilter = {
  model?: DistributionSource | undefined;
  schemaType?: SchemaType | undefined;
  manifestation?: Manifestation | undefined;
  pending?: boolean | undefined;
};

/** The kinds of documents that are wanted; null for all of them. */
export function kindsOf({ model, schemaType, manifestation, pending }: KindFilter): string[] | null {
  const wanted = kinds.filter(
    (of) =>
      (model === undefined || model === modelOf(of.schemaType)) &&
      (schemaType === undefined || schemaType === of.schemaType) &&
      (manifestation === undefined || manifestation === of.reply) &&
      (pending === undefined || pending === (of.reply === 'PENDING')),
  );
  return wanted.length === kinds.length ? null : wanted.map(({ kind }) => kind);
}

function modelOf(type: SchemaType): DistributionSource {
  return type === 'NFSE' || type === 'EVENTO_NFSE' ? 'NFSE' : 'NFE';
}

/** The whole notes that a PDF is drawn from. */
export type DrawnSchemaType = Exclude<NoteSchemaType, 'RES_NFE'>;

/** Whether a received document has a PDF; if not, the reason in Portuguese. */
export function pdfOf(of: {
  schemaType: SchemaType;
  status: ReceivedStatus;
}): { type: DrawnSchemaType } | { reason: string } {
  const { schemaType, status } = of;
  switch (schemaType) {
    case 'RES_NFE':
      return {
        reason:
          'Só o resumo desta NF-e chegou. O DANFE é gerado do XML completo, que chega depois da CIENCIA da operação.',
      };
    case 'RES_EVENTO':
    case 'PROC_EVENTO':
    case 'EVENTO_NFSE':
      return { reason: 'Eventos não têm PDF: baixe o XML do evento, ou o PDF da nota.' };
    case 'PROC_NFE':
      // MOC 7.0, Anexo II: a DANFE accompanies goods, and a denied note lets none circulate.
      if (status === 'DENIED') return { reason: 'O uso desta NF-e foi denegado: ela não tem DANFE.' };
      return { type: schemaType };
    case 'NFSE':
      return { type: schemaType };
  }
}
