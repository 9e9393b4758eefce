/** So many deliveries that fail one after the other, with none delivered in between, deactivate their endpoint (spec 1-core §6.5). */
export const failuresToDeactivate = 5;

/** Why an endpoint was deactivated, for its owner; `error` is why the last delivery failed, in Portuguese. */
export function deactivationReason(error: string | null): string {
  const last = error === null ? '' : ` Última falha: ${error}`;
  return `Desativado após ${failuresToDeactivate} entregas consecutivas com falha.${last}`;
}
