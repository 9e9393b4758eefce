import type { DocumentEventType } from '../../document-types.ts';
import { manifestationOf, titleOfManifestation } from '../../received/manifestations.ts';

/** The name of an event in Portuguese, for people. */
export function titleOfEvent({ type, code }: { type: DocumentEventType; code: string }): string {
  switch (type) {
    case 'CANCELLATION':
      return 'Cancelamento';
    case 'CANCELLATION_BY_SUBSTITUTION':
      return 'Cancelamento por substituição';
    case 'CORRECTION_LETTER':
      return 'Carta de correção';
    case 'DELIVERY_RECEIPT':
      return 'Comprovante de entrega';
    case 'DELIVERY_RECEIPT_REMOVAL':
      return 'Remoção do comprovante de entrega';
    case 'EPEC':
      return 'EPEC';
    case 'MANIFESTATION': {
      const manifestation = manifestationOf(code);
      return manifestation ? titleOfManifestation(manifestation) : 'Manifestação do destinatário';
    }
  }
}
