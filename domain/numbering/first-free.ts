/** Numbers from `first` to `last`, both included. */
export type TakenNumbers = { first: number; last: number };

/** The first number from `number` on that lies in none of the ranges, which may come in any order and overlap. */
export function firstFree(number: number, taken: readonly TakenNumbers[]): number {
  return taken
    .toSorted((one, other) => one.first - other.first)
    .reduce((free, { first, last }) => (first <= free && free <= last ? last + 1 : free), number);
}
