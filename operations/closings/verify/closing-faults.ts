const closingFaults = [
  'other_sha256',
  'unreadable_zip',
  'missing_manifest',
  'unreadable_manifest',
  'unknown_version',
  'missing_file',
  'unlisted_file',
  'repeated_name',
  'unsafe_name',
  'damaged_file',
  'changed_file',
  'unreadable_xml',
  'wrong_issuer',
  'wrong_environment',
  'differs_from_manifest',
  'wrong_digest',
  'wrong_signature',
  'wrong_certificate',
  'untrusted_certificate',
  'missing_cancellation',
  'wrong_document',
  'wrong_totals',
  'wrong_numbering',
  'wrong_table',
] as const;
/** What may be wrong with the ZIP of a closing. */
export type ClosingFaultCode = (typeof closingFaults)[number];

/** One fault, in Portuguese; `file` is null where it is not about one file. */
export type ClosingFault = { code: ClosingFaultCode; file: string | null; message: string };

/** Takes a fault that was found in a ZIP. */
export type Report = (code: ClosingFaultCode, file: string | null, message: string) => void;

/** Collects faults: all are counted, and the first `atMost` are kept. */
export function faultList(atMost: number): {
  report: Report;
  faults: () => ClosingFault[];
  counts: () => Partial<Record<ClosingFaultCode, number>>;
  count: () => number;
} {
  const kept: ClosingFault[] = [];
  const counts = new Map<ClosingFaultCode, number>();
  return {
    report(code, file, message) {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      if (kept.length < atMost) kept.push({ code, file, message });
    },
    faults: () => kept,
    counts: () => Object.fromEntries(counts),
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
}
