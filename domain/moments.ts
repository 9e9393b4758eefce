/** The day as it is written: `2026-11-21T09:30:00-03:00` or `2026-11-21` → `21/11/2026`. */
export function day(moment: string | undefined): string {
  const [year, month, date] = (moment ?? '').slice(0, 10).split('-');
  return year && month && date ? `${date}/${month}/${year}` : '';
}

/** The time of day to the second as it is written, in the note's own offset; never converted. */
export function timeOfDay(moment: string | undefined): string {
  return moment?.slice(11, 19) ?? '';
}

/** Day and time as they are written: `21/11/2026 09:30:00`. */
export function dayAndTime(moment: string | undefined): string {
  return `${day(moment)} ${timeOfDay(moment)}`.trim();
}
