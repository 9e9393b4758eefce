import { nfeProc } from './messages.ts';

/** What is kept of one attempt (`Emission`). */
export type KeptXml = Record<'signedXml' | 'protocolXml' | 'procXml', string | null>;

/**
 * The XML that the authority authorized or denied, byte for byte as it is handed out; null where it has done neither. Signed bytes are kept once: of a
 * note of goods it is they and the protocol, side by side. An NFS-e is whole, and so are notes of goods of before.
 */
export function authorizedXmlOf({ signedXml, protocolXml, procXml }: KeptXml): string | null {
  if (procXml !== null) return procXml;
  return signedXml === null || protocolXml === null ? null : nfeProc(signedXml, protocolXml);
}
