/** What the authorities' codes look like: 100, E0014, RNG6110. */
const code = /^[A-Z]{0,4}\d{1,5}$/;

/**
 * Codes of the authority as values of a label: each value is a series that lasts as long as the process, so that only what looks like a code
 * counts for itself, and not more than `atMost` of them.
 */
export function boundedCodes(atMost = 300): (cStat: string | null) => string {
  const known = new Set<string>();
  return (cStat) => {
    if (cStat === null) return 'none';
    if (!known.has(cStat)) {
      if (!code.test(cStat) || known.size >= atMost) return 'other';
      known.add(cStat);
    }
    return cStat;
  };
}
