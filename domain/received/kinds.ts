export const schemaTypes = ['RES_NFE', 'PROC_NFE', 'RES_EVENTO', 'PROC_EVENTO', 'NFSE', 'EVENTO_NFSE'] as const;
/** The kind of a received file: a summary (`RES_`), or a complete note or event. */
export type SchemaType = (typeof schemaTypes)[number];

export const noteSchemaTypes = ['RES_NFE', 'PROC_NFE', 'NFSE'] as const satisfies SchemaType[];
export type NoteSchemaType = (typeof noteSchemaTypes)[number];

export type EventSchemaType = Exclude<SchemaType, NoteSchemaType>;

export const roles = ['RECIPIENT', 'TRANSPORTER', 'AUTHORIZED', 'OTHER'] as const;
/** The company's role in a note, the closest first: only the recipient answers for it and pays. */
export type Role = (typeof roles)[number];

export const manifestations = ['CIENCIA', 'CONFIRMADA', 'DESCONHECIDA', 'NAO_REALIZADA'] as const;
/** The recipient's answer to an NF-e (manifestação do destinatário). */
export type Manifestation = (typeof manifestations)[number];

export const noteStatuses = ['AUTHORIZED', 'DENIED', 'CANCELLED'] as const;
/** States of a received note; each outranks those before it. */
export type NoteStatus = (typeof noteStatuses)[number];
export const receivedStatuses = [...noteStatuses, 'REGISTERED'] as const;
/** State of a received document; that of an event is always `REGISTERED`. */
type ReceivedStatus = (typeof receivedStatuses)[number];

export const signatureStates = ['VALID', 'INVALID', 'ABSENT'] as const;
/** The result of checking the signature of a file that somebody else signed. */
type SignatureState = (typeof signatureStates)[number];

/** The result of checking a signature; `reason` says in Portuguese why it does not hold. */
export type SignatureCheck = { state: SignatureState; reason: string | null };

export const distributionSources = ['NFE', 'NFSE'] as const;
/** The source of received documents: the Ambiente Nacional for NF-e, the ADN for NFS-e. Each has NSUs of its own. */
export type DistributionSource = (typeof distributionSources)[number];

export const distributionStatuses = ['ACTIVE', 'FAILING', 'THROTTLED', 'THROTTLED_TWICE', 'PAUSED'] as const;
/**
 * `ACTIVE`: asks hour by hour. `FAILING`: the last question brought no answer, or the service is stopped. `THROTTLED`: the authority wants to be left
 * alone (656); `THROTTLED_TWICE`: for the second time in a row, and an operator decides. `PAUSED`: something must be mended first, such as the
 * certificate.
 */
export type DistributionStatus = (typeof distributionStatuses)[number];

/** The company's manifestation; `PENDING` where it still has to give one, empty where it need not, such as for a note that its supplier cancelled. */
const replies = [...manifestations, 'PENDING', ''] as const;

/** Every value of the column `kind`, with its parts. */
const kinds = schemaTypes.flatMap((schemaType) =>
  replies.map((reply) => ({ schemaType, reply, kind: `${schemaType} ${reply}` })),
);

/** What a list can be filtered by through the column `kind`. */
export type KindFilter = {
  model?: DistributionSource | undefined;
  schemaType?: SchemaType | undefined;
  manifestation?: Manifestation | undefined;
  pending?: boolean | undefined;
};

/** The kinds that pass a filter; null where all do. */
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

/** The notes that a PDF is drawn from: complete ones. */
export type DrawnSchemaType = Exclude<NoteSchemaType, 'RES_NFE'>;

/** The type of a received document from which its PDF is drawn; if it has no PDF, the reason in Portuguese. */
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
