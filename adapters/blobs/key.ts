const segment = '[A-Za-z0-9-][A-Za-z0-9.-]*';
const wellFormed = new RegExp(`^${segment}(?:/${segment})*$`);

/**
 * The key as it is. No segment begins with a dot, so that none leads upwards or to where a store keeps its own.
 *
 * @throws {TypeError} for a key that the contract does not allow
 */
export function checkedKey(key: string): string {
  if (!wellFormed.test(key)) throw new TypeError(`not a key of a blob: ${JSON.stringify(key)}`);
  return key;
}
