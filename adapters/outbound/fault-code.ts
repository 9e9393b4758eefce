/** The `code` of a fault of Node, OpenSSL or undici; empty where it has none. */
export function faultCode(fault: unknown): string {
  return typeof fault === 'object' && fault !== null && 'code' in fault ? String(fault.code) : '';
}
