const SHOW_MS = 3000
const ROCKETS = 8
const SPARKS = 48
/**
 * Speed of the fastest sparks in pixels per millisecond. Gravity is added to the falling speed each
 * millisecond.
 */
const SPEED = 0.32
const GRAVITY = 0.00025
const LIFE_MS = 1100

interface Spark {
  x: number
  y: number
  across: number
  down: number
  colour: string
  bornAt: number
}

/** Draws fireworks over the page for three seconds. They receive no clicks and remove themselves. */
export function showFireworks(): void {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return
  canvas.ariaHidden = 'true'
  Object.assign(canvas.style, { position: 'fixed', inset: '0', zIndex: '100', pointerEvents: 'none' })
  canvas.width = innerWidth
  canvas.height = innerHeight
  document.body.append(canvas)
  const start = performance.now()
  const sparks = Array.from({ length: ROCKETS }, (_, index) =>
    burst(start + (index * (SHOW_MS - LIFE_MS)) / ROCKETS, canvas),
  ).flat()

  function draw(now: number): void {
    pen?.clearRect(0, 0, canvas.width, canvas.height)
    for (const spark of sparks) drawSpark(pen, spark, now)
    if (now - start < SHOW_MS) requestAnimationFrame(draw)
    else canvas.remove()
  }
  requestAnimationFrame(draw)
}

/** Returns the sparks of one rocket, at a random place in the upper half. */
function burst(bornAt: number, { width, height }: { width: number; height: number }): Spark[] {
  const x = width * (0.15 + 0.7 * Math.random())
  const y = height * (0.1 + 0.4 * Math.random())
  const hue = Math.round(360 * Math.random())
  return Array.from({ length: SPARKS }, (_, index) => {
    const angle = (2 * Math.PI * index) / SPARKS
    const speed = SPEED * (0.4 + 0.6 * Math.random())
    const colour = `hsl(${hue + 40 * Math.random()} 90% 60%)`
    return { x, y, across: speed * Math.cos(angle), down: speed * Math.sin(angle), colour, bornAt }
  })
}

function drawSpark(pen: CanvasRenderingContext2D | null, spark: Spark, now: number): void {
  const age = now - spark.bornAt
  if (!pen || age < 0 || age > LIFE_MS) return
  pen.globalAlpha = 1 - age / LIFE_MS
  pen.fillStyle = spark.colour
  pen.fillRect(spark.x + spark.across * age, spark.y + spark.down * age + GRAVITY * age * age, 4, 4)
}
