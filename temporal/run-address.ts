/**
 * Where Temporal's UI lists the runs of a workflow id, the newest first.
 *
 * @param ui its own address
 */
export function runAddresses(ui: string, namespace: string): (workflowId: string) => string {
  const list = `${ui.replace(/\/$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows`;
  return (workflowId) => `${list}?query=${encodeURIComponent(`WorkflowId = "${workflowId}"`)}`;
}
