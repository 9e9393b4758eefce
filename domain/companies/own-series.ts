/** The series that a kind of issuer may use, and the one that is taken where none is named. */
export type SeriesRange = { first: number; last: number; usual: number };

/**
 * The series of notes that a taxpayer issues with software of its own: 0 to 889 with a CNPJ, 920 to 969 with a CPF, of NF-e and NFC-e alike (field
 * B07, NT 2018.001 v1.10, NT 2023.002 v1.01 of 2025-11; rules 503 and 495). The other series belong to the tax offices and to providers that sign for
 * others.
 */
export function ownSeriesOf(taxId: string): SeriesRange {
  return taxId.length === 11 ? { first: 920, last: 969, usual: 920 } : { first: 0, last: 889, usual: 1 };
}

/** What is wrong with a series for a taxpayer, in Portuguese; null if nothing is. */
export function seriesFault(taxId: string, series: number): string | null {
  const { first, last } = ownSeriesOf(taxId);
  if (first <= series && series <= last) return null;
  return taxId.length === 11
    ? `deve ir de ${first} a ${last}: quem emite com CPF usa só estas séries (rejeição 495)`
    : `deve ir de ${first} a ${last}: as séries acima são reservadas pelo fisco`;
}

type RequestedSeries = { series?: number | undefined; nextNumber?: number | undefined };
type SettledSeries = { series: number; nextNumber: number | null };

/** The numbering of each model that a form asks for, with the usual series where the form names none, and what is wrong with it. */
export function settleSeries({
  taxId,
  series: asked,
}: {
  taxId: string;
  series: { '55': RequestedSeries; '65'?: RequestedSeries | undefined };
}): {
  series: { '55': SettledSeries; '65'?: SettledSeries };
  faults: { path: string[]; message: string }[];
} {
  const settled = ({ series, nextNumber }: RequestedSeries): SettledSeries => ({
    series: series ?? ownSeriesOf(taxId).usual,
    nextNumber: nextNumber ?? null,
  });
  const series = { '55': settled(asked['55']), ...(asked['65'] && { '65': settled(asked['65']) }) };
  const faults = Object.entries(series).flatMap(([model, one]) => {
    const message = seriesFault(taxId, one.series);
    return message === null ? [] : [{ path: ['series', model, 'series'], message }];
  });
  return { series, faults };
}
