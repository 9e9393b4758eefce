import { momentOf, proofOf } from '../../forms/proof.ts';
import type { Upload } from '../../forms/own-forms.ts';
import { filled, type ValueTree } from '../../forms/read.ts';

/**
 * A failed delivery as the API takes it: date and time in Brasília become one moment, the file its proof.
 *
 * @throws DomainError `validation_error` for an invalid moment or file
 */
export function failedDeliveryOf(sent: unknown, files: ReadonlyMap<string, Upload>): ValueTree {
  const { attemptedOn, attemptedTime, latitude, longitude, ...said } = sent as ValueTree;
  const moment = { day: attemptedOn, time: attemptedTime, what: 'tentativa' };
  return {
    ...filled(said),
    ...filled({ latitude: degrees(latitude), longitude: degrees(longitude) }),
    attemptedAt: momentOf('failedDelivery.attemptedOn', moment),
    proof: proofOf('failedDelivery.proof', files.get('failedDelivery.proof')),
  };
}

/** A number of degrees; text that is not a number stays as written, so that validation reports it. */
function degrees(written: unknown): unknown {
  const number = typeof written === 'string' ? Number(written) : Number.NaN;
  return Number.isFinite(number) ? number : written;
}

/** The filled-in payments, and their row numbers in the form. */
export function filledPayments(sent: unknown): { payments: ValueTree[]; rows: number[] } {
  const rows = (Array.isArray(sent) ? (sent as ValueTree[]) : []).map(filled);
  const meant = rows.flatMap((row, at) => (Object.keys(row).length > 0 ? [[row, at] as const] : []));
  return { payments: meant.map(([row]) => row), rows: meant.map(([, at]) => at) };
}
