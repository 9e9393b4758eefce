const day = 86_400_000;

/** A certificate's end is told of when no more than so many days are left, the longest time first. */
export const noticeDays = [30, 7, 1] as const;

/** From so many days before its end on a certificate asks for attention. */
export const [firstNoticeDays] = noticeDays;

/** How many days a certificate lasts, the begun one counted: 1 on its last day, 0 and less once it has ended. */
export function daysLeftOf({ notAfter }: { notAfter: Date }, now: Date): number {
  return Math.ceil((notAfter.getTime() - now.getTime()) / day);
}
