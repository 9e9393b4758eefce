import type { NoteSchemaType, ReceivedStatus, SchemaType } from './words.ts';

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
