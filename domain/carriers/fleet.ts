/** A vehicle as far as its standing in the fleet goes. */
export type FleetMember = { id: string; isDefault: boolean };

/**
 * Which vehicle of a fleet is the default; null only of an empty fleet, since a fleet never goes without one (spec 2-extended §2.4.3).
 *
 * @param fleet as it is after a vehicle was added or removed, the oldest first
 * @param wish what was asked for one of them: to be the default, or not to be while there is another
 */
export function defaultOf(fleet: FleetMember[], wish?: { id: string; isDefault: boolean | undefined }): string | null {
  if (wish?.isDefault) return wish.id;
  const current = fleet.find(({ isDefault }) => isDefault);
  const declined = wish?.isDefault === false ? wish.id : null;
  if (current && current.id !== declined) return current.id;
  const other = fleet.find(({ id }) => id !== declined) ?? fleet[0];
  return other?.id ?? null;
}
