/** The part of a vehicle that decides the default of its fleet. */
export type FleetMember = { id: string; isDefault: boolean };

/**
 * The default vehicle of a fleet; null only when the fleet is empty, since any other fleet has one (spec 2-extended §2.4.3).
 *
 * @param fleet after a vehicle was added or removed, the oldest first
 * @param wish what the caller asked for one vehicle: to be the default, or not to be it while the fleet has another vehicle
 */
export function defaultOf(fleet: FleetMember[], wish?: { id: string; isDefault: boolean | undefined }): string | null {
  if (wish?.isDefault) return wish.id;
  const current = fleet.find(({ isDefault }) => isDefault);
  const declined = wish?.isDefault === false ? wish.id : null;
  if (current && current.id !== declined) return current.id;
  const other = fleet.find(({ id }) => id !== declined) ?? fleet[0];
  return other?.id ?? null;
}
