import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

/** ALREADY_EXISTS among the status codes of gRPC. */
const alreadyExists = 6;

/** Makes the namespace where it is missing, as `temporal operator namespace create` does. @returns false where the cluster does not answer yet */
export async function ensureNamespace(address: string, namespace: string, retentionDays: number): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: '2s' }).catch(() => undefined);
  if (!connection) return false;
  const order = { namespace, workflowExecutionRetentionPeriod: msToTs(retentionDays * 86_400_000) };
  try {
    await connection.workflowService.registerNamespace(order);
    return true;
  } catch (error) {
    return isGrpcServiceError(error) && Number(error.code) === alreadyExists;
  } finally {
    await connection.close();
  }
}
