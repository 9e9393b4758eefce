import type { Request, Response } from 'express';
import { CertificateRefused } from '../../domain/companies/certificate-refused.ts';
import { DomainError } from '../../domain/errors.ts';
import { hangUp } from '../../http/bodies.ts';
import { wakeAfterCertificate } from '../../http/runs/wake-after-certificate.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { addCertificate } from '../../operations/provisioning.ts';
import type { Transact } from '../../operations/transactions.ts';
import type { PanelParts } from '../panel-parts.ts';
import { inPlainWords } from '../parts/plain-words.ts';
import { type Field, type FormState, unsent } from './fields.ts';
import { readUploads } from './own-forms.ts';

/** The fields of a form that gives the company a certificate; it is sent as `multipart/form-data`. */
export const certificateFields: Field[] = [
  {
    name: 'arquivo',
    label: 'Arquivo do certificado A1',
    kind: 'file',
    accept: '.pfx,.p12,application/x-pkcs12',
    isRequired: true,
    hint: 'O arquivo .pfx ou .p12 que a certificadora entregou, com a chave privada.',
  },
  {
    name: 'senha',
    label: 'Senha do arquivo',
    kind: 'secret',
    hint: 'A que foi escolhida quando o certificado foi emitido ou exportado. Não é guardada.',
  },
];

/**
 * Stores the certificate that a form uploads, and wakes what waits for one.
 *
 * @param to the company, and the transactions of the person who acts for it
 * @returns what is wrong with the form; null once the certificate is stored
 */
export async function takeCertificate(
  parts: PanelParts,
  req: Request,
  res: Response,
  { company, transact }: { company: ActingCompany; transact: Transact },
): Promise<FormState | null> {
  const { masterKey, trust, distributionWaitSeconds: waits } = parts;
  try {
    const { fields, files } = await readUploads(req);
    const file = files.get('arquivo');
    if (!file) return faultAt('arquivo', 'Escolha o arquivo do certificado.');
    const given = { company, pfx: file.bytes, password: fields.get('senha') ?? '', trust };
    const spread = waits === undefined ? {} : { distributionWaitSeconds: waits };
    await transact((em) => addCertificate(em, masterKey, { ...given, ...spread }, company.actor));
  } catch (error) {
    return faultOf(error, () => hangUp(req, res));
  }
  await wakeAfterCertificate(parts, res, company);
  return null;
}

function faultAt(field: 'arquivo' | 'senha', sentence: string): FormState {
  return { ...unsent(), faults: { [field]: sentence } };
}

function faultOf(error: unknown, giveUp: () => void): FormState {
  if (error instanceof CertificateRefused) {
    return faultAt(error.code === 'wrong_password' ? 'senha' : 'arquivo', inPlainWords(error.message));
  }
  if (!(error instanceof DomainError)) throw error;
  giveUp();
  switch (error.code) {
    case 'payload_too_large':
      return faultAt('arquivo', 'O arquivo tem mais de 1 MB: não é um certificado A1.');
    case 'validation_error':
      return faultAt('arquivo', error.message);
    default:
      throw error;
  }
}
