import { createHash } from 'node:crypto';

/** Files that prove a delivery, and how each begins. */
const beginnings = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
} as const;

export type ProofType = keyof typeof beginnings;

/** The ending of a proof's name. */
export const proofEndings: Record<ProofType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** What a delivery receipt says; `proofHash` as the layout has it. */
export type DeliveryReceipt = {
  /** ISO 8601. */
  deliveredAt: string;
  receiverName: string;
  receiverDocument: string;
  proofHash: string;
  contentType: ProofType;
};

/** The largest proof, in bytes. */
export const largestProof = 3 * 1024 * 1024;

/** Whether the file begins as its type does. */
export function isOfType(content: Uint8Array, type: ProofType): boolean {
  return beginnings[type].every((byte, at) => content[at] === byte);
}

/** hashComprovante of NT 2021.001: SHA-1, in base64, of the access key followed by the proof in base64. */
export function proofHash(accessKey: string, proofBase64: string): string {
  return createHash('sha1').update(accessKey).update(proofBase64).digest('base64');
}
