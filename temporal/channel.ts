const loopback = /^(?:127(?:\.\d+){3}|localhost|\[::1\])(?::\d+)?$/;

/**
 * How gRPC reaches an address. It takes any address through the proxy that `http_proxy` names, this computer's own too, which no proxy can
 * reach.
 */
export function channelArguments(address: string): Record<string, number> {
  return loopback.test(address) ? { 'grpc.enable_http_proxy': 0 } : {};
}
