const day = 86_400_000;

/** A notice tells of a certificate's end when no more than so many days are left; the longest time stands first. */
export const noticeDays = [30, 7, 1] as const;

/** A certificate asks for attention when no more than so many days are left. */
export const [firstNoticeDays] = noticeDays;

/** How many days a certificate still lasts, the current one included: 1 on its last day, 0 or less once it has ended. */
export function daysLeftOf({ notAfter }: { notAfter: Date }, now: Date): number {
  return Math.ceil((notAfter.getTime() - now.getTime()) / day);
}
