import type {
  CarrierAccess,
  Establishment,
  FailedGoodsDelivery,
  ReconciledPayment,
} from '../../domain/documents/events/reform/content.ts';
import { cardBrandCode } from '../../domain/documents/payment-methods.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { decimal } from '../../domain/money.ts';
import { stateCodes } from '../../domain/states.ts';
import { isCnpj, plainTaxId, taxIdKind } from '../../domain/tax-id.ts';
import type { EventRequest } from '../../operations/documents/reform-events.ts';
import type { Schema } from '../schema.ts';
import { authorityText, textFault } from './authority-text.ts';
import { decimalText } from './decimal-text.ts';
import { deliveryMoment, proofFile } from './delivery-receipt.ts';

/**
 * The carrier that is to get access to the note (323 and 325 of NT 2020.007 refuse wrong check digits).
 *
 * @throws DomainError `validation_error`
 */
export function carrierRequest({ taxId, mayAuthorizeOthers = false }: Schema<'CarrierAccess'>): CarrierAccess {
  const plain = plainTaxId(taxId);
  if (taxIdKind(plain) !== null) return { taxId: plain, mayAuthorizeOthers };
  throw textFault('carrier.taxId', 'não é um CNPJ nem um CPF: confira os dígitos');
}

/**
 * A failed delivery, with its proof as a file.
 *
 * @throws DomainError `validation_error`
 */
export function failedDeliveryRequest(said: Schema<'FailedDelivery'>): {
  failedDelivery: FailedGoodsDelivery;
  proof: NonNullable<EventRequest['proof']>;
} {
  const { attempt, reason, proof } = said;
  const at = (name: string): string => `failedDelivery.${name}`;
  return {
    failedDelivery: {
      attemptedAt: deliveryMoment(at('attemptedAt'), said.attemptedAt),
      ...(attempt === undefined ? {} : { attempt }),
      reason,
      ...justified(said, at('justification')),
      ...placed(said),
      contentType: proof.contentType,
    },
    proof: { base64: proof.base64, content: proofFile(at('proof'), proof) },
  };
}

function justified({ reason, justification }: Schema<'FailedDelivery'>, path: string): { justification?: string } {
  const isSaid = justification !== undefined;
  if (reason !== 'OTHER') {
    if (isSaid) throw textFault(path, 'só existe com reason OTHER: não o envie');
    return {};
  }
  const lengths = 'é obrigatório com reason OTHER, com 25 a 250 caracteres, sem contar espaços nas pontas';
  return { justification: authorityText(path, justification ?? '', { least: 25, most: 250, lengths }) };
}

/** Latitude and longitude with six decimals (TLatitude, TLongitude). */
function placed({
  latitude,
  longitude,
}: Schema<'FailedDelivery'>): Pick<FailedGoodsDelivery, 'latitude' | 'longitude'> {
  if (latitude === undefined && longitude === undefined) return {};
  if (latitude !== undefined && longitude !== undefined) {
    return { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
  }
  const missing = latitude === undefined ? 'latitude' : 'longitude';
  throw textFault(`failedDelivery.${missing}`, 'é obrigatório com a outra coordenada; envie as duas, ou nenhuma');
}

/**
 * The payments that were received for a note.
 *
 * @throws DomainError `validation_error`
 */
export function paymentsRequest(payments: readonly Schema<'ReconciledPaymentInput'>[]): ReconciledPayment[] {
  return payments.map((payment, index) => paymentOf(payment, (name) => `payments[${index}].${name}`));
}

type Path = (name: string) => string;

function paymentOf(said: Schema<'ReconciledPaymentInput'>, at: Path): ReconciledPayment {
  const { method, value, paidOn, term, acquirer, authorization, processedBy, receiver } = said;
  if (paidOn > brasiliaDay(new Date())) {
    throw textFault(at('paidOn'), 'está no futuro; registre o pagamento depois de feito (a SEFAZ recusaria, 657)');
  }
  return {
    method,
    value: decimal(decimalText(value)).toFixed(2),
    paidOn,
    ...(term && { term }),
    ...described(said, at('description')),
    ...(processedBy && { processedBy: establishmentOf(processedBy, at('processedBy')) }),
    ...(acquirer && { acquirer: cnpjOf(acquirer, at('acquirer')) }),
    ...branded(said, at('brand')),
    ...(authorization && { authorization: textOf(authorization, at('authorization'), { least: 1, most: 128 }) }),
    ...(receiver && { receiver: establishmentOf(receiver, at('receiver')) }),
  };
}

function described({ method, description }: Schema<'ReconciledPaymentInput'>, path: string): { description?: string } {
  if (description === undefined && method !== 'OTHERS') return {};
  return { description: textOf(description ?? '', path, { least: 2, most: 60 }) };
}

function branded({ brand }: Schema<'ReconciledPaymentInput'>, path: string): { brand?: string } {
  if (!brand) return {};
  const code = cardBrandCode(brand);
  if (code !== null) return { brand: code };
  throw textFault(path, 'não é um código de bandeira (tBand): informe o nome, como VISA, ou o código publicado');
}

function establishmentOf({ taxId, state }: Schema<'PaymentEstablishmentInput'>, path: string): Establishment {
  const known = state.toUpperCase();
  if (!stateCodes.has(known)) throw textFault(`${path}.state`, 'não é a sigla de uma UF');
  return { taxId: cnpjOf(taxId, `${path}.taxId`), state: known };
}

function cnpjOf(written: string, path: string): string {
  const plain = plainTaxId(written);
  if (isCnpj(plain)) return plain;
  throw textFault(path, 'não é um CNPJ: confira os dígitos');
}

function textOf(written: string, path: string, { least, most }: { least: number; most: number }): string {
  const lengths = `deve ter de ${least} a ${most} caracteres, sem contar espaços nas pontas`;
  return authorityText(path, written, { least, most, lengths });
}
