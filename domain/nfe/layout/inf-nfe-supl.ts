import { field, group } from '../../xml/writer.ts';
import { consumerPagesOf } from '../consumer-pages.ts';
import { qrCodeParameter, type QrCodeProof, type QrCodeSubject } from '../qr-code.ts';

/** Group ZX of an NFC-e: how the consumer looks it up. It follows the signed element and is not signed itself. */
export function layoutInfNFeSupl(state: string, subject: QrCodeSubject, proof: QrCodeProof): string {
  const pages = consumerPagesOf(state, subject.environment);
  return group(
    'infNFeSupl',
    field('qrCode', `${pages.qrCode}?p=${qrCodeParameter(subject, proof)}`), // ZX02
    field('urlChave', pages.accessKey), // ZX03
  );
}
