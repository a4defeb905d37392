import { launchBrowser } from './browser.ts'
const base='http://127.0.0.1:41872'
const which=process.argv.slice(2)
const browser=await launchBrowser()
async function open(o:{lang:string,dark:boolean,width:number,height?:number}){
  const c=await browser.newContext({viewport:{width:o.width,height:o.height??900},colorScheme:o.dark?'dark':'light',locale:o.lang==='en'?'en-US':'zh-CN',hasTouch:o.width<640,isMobile:o.width<640,deviceScaleFactor:1})
  const r=await c.request.post(base+'/api/user/login',{data:{username:'root',password:'123456'}})
  const user=JSON.stringify((await r.json()).data)
  await c.addInitScript((e)=>{for(const[k,v]of Object.entries(e))if(localStorage.getItem(k)===null)localStorage.setItem(k,v as string)},{language:o.lang,'theme-mode':o.dark?'dark':'light',user})
  const p=await c.newPage(); p.setDefaultTimeout(8000)
  p.on('console',m=>{if(m.type()==='error'||m.type()==='warning')console.log(m.type(),m.text().slice(0,300))}); p.on('pageerror',e=>console.log('PAGEERROR',e.message))
  return p
}
export {open,browser,base}
if(which[0]!=='lib'){
const variants=[['zh',false,1440],['en',true,1440],['zh',true,360],['en',false,360]] as const
for(const [lang,dark,width] of variants){
  const p=await open({lang,dark,width,height:width<640?760:900})
  const n=`${lang}-${dark?'dark':'light'}-${width}`
  for(const [name,url] of [['list','/channel'],['add','/channel/add'],['edit','/channel/edit/3']] as const){
    await p.goto(base+url,{waitUntil:'networkidle'}); await p.waitForTimeout(500)
    await p.screenshot({path:`/tmp/ch-${name}-${n}.png`})
  }
  await p.context().close()
}
await browser.close()
}
