// How the page reaches a server: by the network, or, in the demo, a worker of the browser that plays the server.

/** What is used of a WebSocket. */
export type Pipe = Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onclose"> & { onmessage: ((event: MessageEvent<string>) => void) | null };

export interface Transport {
  request(path: string, init: RequestInit): Promise<Response>;
  socket(): Pipe;
}

export const transport: Transport = {
  request: (path, init) => fetch(path, init),
  socket() {
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address);
  },
};
