import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, freePort, startProcess } from '../process.ts'
import { JSON_HEADERS, type Skipped, type Target, UPSTREAM_KEY } from '../target.ts'

/** nginx as a plain reverse proxy with one worker: no billing, no log; the floor for any relay. */
export async function startNginx(upstreamPort: number): Promise<Target | Skipped> {
  const name = 'nginx (plain proxy)'
  const binary = Bun.which('nginx')
  if (!binary) return { name, reason: 'nginx is not installed' }
  const port = freePort()
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-nginx-'))
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, upstreamPort))
  const nginx = await startProcess(binary, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    ready: answers(`http://127.0.0.1:${port}/`),
  })
  return {
    name,
    port,
    headers: { ...JSON_HEADERS, authorization: `Bearer ${UPSTREAM_KEY}` },
    pid: nginx.pid,
    async stop() {
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (folder: string, port: number, upstreamPort: number) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_max_body_size 64m;
  client_body_buffer_size 1m;
  keepalive_requests 100000000;
  upstream target { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://target;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
    }
  }
}
`
