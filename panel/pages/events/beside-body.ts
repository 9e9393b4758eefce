import { momentOf, proofOf } from '../../forms/proof.ts';
import type { Upload } from '../../forms/own-forms.ts';
import { filled, type Sent } from '../../forms/read.ts';

/**
 * A delivery that failed as the API takes it: the day and the hour in Brasília are its moment, the file its proof.
 *
 * @throws DomainError `validation_error` for a moment or a file that is none
 */
export function failedDeliveryOf(sent: unknown, files: ReadonlyMap<string, Upload>): Sent {
  const { attemptedOn, attemptedTime, latitude, longitude, ...said } = sent as Sent;
  const moment = { day: attemptedOn, time: attemptedTime, what: 'tentativa' };
  return {
    ...filled(said),
    ...filled({ latitude: degrees(latitude), longitude: degrees(longitude) }),
    attemptedAt: momentOf('failedDelivery.attemptedOn', moment),
    proof: proofOf('failedDelivery.proof', files.get('failedDelivery.proof')),
  };
}

/** A number of degrees; a text that is none stays as it was written, so that the check says so. */
function degrees(written: unknown): unknown {
  const number = typeof written === 'string' ? Number(written) : Number.NaN;
  return Number.isFinite(number) ? number : written;
}

/** The payments of which something is said, and which rows of the form they are. */
export function paymentsOf(sent: unknown): { payments: Sent[]; rows: number[] } {
  const rows = (Array.isArray(sent) ? (sent as Sent[]) : []).map(filled);
  const meant = rows.flatMap((row, at) => (Object.keys(row).length > 0 ? [[row, at] as const] : []));
  return { payments: meant.map(([row]) => row), rows: meant.map(([, at]) => at) };
}
