import type { X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { isCnpj } from '../tax-id.ts';

/** Where ICP-Brasil writes the holder's CNPJ: an otherName of the subject's alternative names (DOC-ICP-04, 2.16.76.1.3.3). */
const cnpjOid = '2.16.76.1.3.3';

/** The CNPJ of an A1 certificate: ICP-Brasil's own field, else the end of a common name `NAME:CNPJ`; null where there is neither. */
export function holderOf(certificate: X509Certificate): string | null {
  const named = /^CN=.*:([0-9A-Z]{14})$/m.exec(certificate.subject)?.[1];
  return [...otherNames(certificate), named].find((text) => text !== undefined && isCnpj(text)) ?? null;
}

function otherNames(certificate: X509Certificate): string[] {
  const root = forge.asn1.fromDer(forge.util.createBuffer(certificate.raw.toString('binary')));
  return nodes(root).flatMap((node) => {
    const [type, value] = childrenOf(node);
    const isCnpjField = type?.type === forge.asn1.Type.OID && oidOf(type) === cnpjOid;
    return isCnpjField && value ? textsIn(value) : [];
  });
}

/** Every node of a certificate, including those inside extensions (wrapped in octet strings). */
function nodes(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  return [node, ...[...childrenOf(node), ...wrapped(node)].flatMap(nodes)];
}

function wrapped(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  if (node.type !== forge.asn1.Type.OCTETSTRING || typeof node.value !== 'string') return [];
  try {
    return [forge.asn1.fromDer(forge.util.createBuffer(node.value))];
  } catch {
    return [];
  }
}

function textsIn(node: forge.asn1.Asn1): string[] {
  return typeof node.value === 'string' ? [node.value.trim()] : node.value.flatMap(textsIn);
}

function childrenOf(node: forge.asn1.Asn1): forge.asn1.Asn1[] {
  return typeof node.value === 'string' ? [] : node.value;
}

function oidOf(node: forge.asn1.Asn1): string {
  return typeof node.value === 'string' ? forge.asn1.derToOid(node.value) : '';
}
