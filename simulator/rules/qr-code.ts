/** The parts of a QR code's text: the address of the consultation, and the parameters between bars. */
export type QrCode = {
  address: string;
  /** Version of the parameters: 100 is the abandoned form with names, 2 has a code of the company, 3 a signature. */
  version: string;
  parameters: readonly string[];
};

/** Parameters of each form, in order (Manual do DANFE NFC-e e QR Code v6.0). */
export const qrParameters = {
  online: { '2': ['chNFe', 'nVersao', 'tpAmb', 'cIdToken', 'cHashQRCode'], '3': ['chNFe', 'nVersao', 'tpAmb'] },
  offline: {
    '2': ['chNFe', 'nVersao', 'tpAmb', 'dhEmi', 'vNF', 'digVal', 'cIdToken', 'cHashQRCode'],
    '3': ['chNFe', 'nVersao', 'tpAmb', 'dhEmi', 'vNF', 'tpIdDest', 'cDest', 'assinatura'],
  },
} as const;

export function readQrCode(text: string): QrCode {
  const start = text.lastIndexOf('?');
  const address = text.slice(0, start);
  const query = text.slice(start + 1);
  if (!query.startsWith('p=')) return { address, version: /nVersao=(\d+)/.exec(query)?.[1] ?? '', parameters: [] };
  const parameters = query.slice(2).split('|');
  return { address, version: parameters[1] ?? '', parameters };
}
